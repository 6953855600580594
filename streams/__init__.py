"""How records travel through Kafka: topics, sealed values, message keys and envelopes. Needs the extra `streams`."""
