// Calls the FHIR interface of a service through HAPI FHIR's client; run with HAPI's jars on the class path:
//
//     java -cp 'lib/*' Client.java BASE POLICY < token
//
// It prints a line for each check, and ends with 1 at the first that fails.

import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.rest.api.MethodOutcome;
import ca.uhn.fhir.rest.client.api.IGenericClient;
import ca.uhn.fhir.rest.client.interceptor.BearerTokenAuthInterceptor;
import ca.uhn.fhir.rest.server.exceptions.AuthenticationException;
import ca.uhn.fhir.rest.server.exceptions.BaseServerResponseException;
import ca.uhn.fhir.rest.server.exceptions.ResourceNotFoundException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.hl7.fhir.r4.model.Bundle;
import org.hl7.fhir.r4.model.CapabilityStatement;
import org.hl7.fhir.r4.model.Condition;
import org.hl7.fhir.r4.model.OperationDefinition;
import org.hl7.fhir.r4.model.OperationOutcome;
import org.hl7.fhir.r4.model.Parameters;
import org.hl7.fhir.r4.model.Patient;
import org.hl7.fhir.r4.model.Reference;
import org.hl7.fhir.r4.model.StringType;

public class Client {
    private static void check(String what, boolean holds) {
        System.out.println((holds ? "ok " : "WRONG ") + what);
        if (!holds) {
            System.exit(1);
        }
    }

    public static void main(String[] given) throws Exception {
        String base = given[0], policy = given[1];
        String token = new BufferedReader(new InputStreamReader(System.in)).readLine();
        FhirContext context = FhirContext.forR4();
        context.getRestfulClientFactory().setSocketTimeout(60_000);
        IGenericClient client = context.newRestfulGenericClient(base);
        client.registerInterceptor(new BearerTokenAuthInterceptor(token));

        CapabilityStatement statement = client.capabilities().ofType(CapabilityStatement.class).execute();
        CapabilityStatement.CapabilityStatementRestResourceOperationComponent offered =
                statement.getRestFirstRep().getOperationFirstRep();
        check("capability statement", "de-identify".equals(offered.getName()));
        OperationDefinition definition =
                client.read().resource(OperationDefinition.class).withUrl(offered.getDefinition()).execute();
        check("operation definition", "de-identify".equals(definition.getCode()));
        Bundle listed = client.search().forResource(OperationDefinition.class)
                .where(OperationDefinition.NAME.matches().value("Deidentify")).returnBundle(Bundle.class).execute();
        check("search by name", listed.getTotal() == 1);

        Patient patient = new Patient();
        patient.setId("q1");
        patient.addName().setFamily("Vexholm").addGiven("Tarquilla");
        Condition condition = new Condition();
        condition.setSubject(new Reference("Patient/q1"));
        condition.addNote().setText("Vexholm wheezes.");
        Bundle bundle = new Bundle();
        bundle.setType(Bundle.BundleType.COLLECTION);
        bundle.addEntry().setResource(patient);
        bundle.addEntry().setResource(condition);
        Parameters asked = new Parameters();
        asked.addParameter().setName("identifiableData").setResource(bundle);
        asked.addParameter("policy", new StringType(policy));
        Parameters answer = client.operation().onServer().named("$de-identify").withParameters(asked).execute();
        check("result parameter", "de-identifiedData".equals(answer.getParameterFirstRep().getName()));
        Bundle found = (Bundle) answer.getParameterFirstRep().getResource();
        Patient person = (Patient) found.getEntry().get(0).getResource();
        Condition problem = (Condition) found.getEntry().get(1).getResource();
        check("name", "[PERSON]".equals(person.getNameFirstRep().getFamily()));
        check("note", "[PERSON] wheezes.".equals(problem.getNoteFirstRep().getText()));
        check("reference", problem.getSubject().getReference().equals("Patient/" + person.getIdElement().getIdPart()));

        Parameters other = new Parameters();
        other.addParameter().setName("identifiableData").setResource(patient);
        other.addParameter("policy", new StringType("Vexholm"));
        try {
            client.operation().onServer().named("$de-identify").withParameters(other).execute();
            check("another policy is refused", false);
        } catch (BaseServerResponseException e) {
            OperationOutcome outcome = (OperationOutcome) e.getOperationOutcome();
            String code = outcome.getIssueFirstRep().getDetails().getCodingFirstRep().getCode();
            check("another policy is refused", e.getStatusCode() == 422 && "other-policy".equals(code));
        }
        try {
            client.operation().onServer().named("$anonymize").withParameters(asked).execute();
            check("another operation is refused", false);
        } catch (ResourceNotFoundException e) {
            check("another operation is refused", e.getOperationOutcome() instanceof OperationOutcome);
        }
        MethodOutcome begun = client.operation().onServer().named("$de-identify").withParameters(asked)
                .withAdditionalHeader("Prefer", "respond-async").returnMethodOutcome().execute();
        String job = begun.getResponseHeaders().get("content-location").get(0);
        check("job", job.startsWith(base + "/jobs/"));

        IGenericClient stranger = context.newRestfulGenericClient(base);
        try {
            stranger.operation().onServer().named("$de-identify").withParameters(asked).execute();
            check("a token is needed", false);
        } catch (AuthenticationException e) {
            check("a token is needed", e.getOperationOutcome() instanceof OperationOutcome);
        }
    }
}
