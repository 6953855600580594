"""Find numbers of vehicles and devices, biometric identifiers, photographs, user names and network addresses."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.cued_values import (
    SEPARATOR,
    VALUE,
    cued,
    has_digit,
    ip_address,
    is_login,
    is_network_name,
    plausible_identifier,
)
from redactor.detect.patterns.rule import Doc, Rule, Rules, scan
from redactor.entities import Entity
from redactor.lexicon import check_digits
from redactor.text import Span

_UNITS = frozenset({"MG", "MCG", "ML", "MEQ", "IU", "KG", "LB", "LBS", "CM", "MM", "HZ", "CC", "KM", "MPH", "KMH"})


def _no_dose(value: str) -> bool:
    return value.replace("-", " ").rpartition(" ")[2] not in _UNITS


RULES = (
    Rule("vin", Entity.VEHICLE_IDENTIFIER_US, r"\b([0-9A-HJ-NPR-Za-hj-npr-z]{17})\b", check=check_digits.vin),
    cued(
        "vin-labelled",
        Entity.VEHICLE_IDENTIFIER_US,
        r"vin|vehicle id(?:entification)?",
        "vin|vehicle",
        value=r"([0-9A-Za-z]{11,17})",
    ),
    Rule(
        "license-plate-labelled",
        Entity.VEHICLE_LICENSE_PLATE_US,
        (
            r"(?i:\b(?:licen[cs]e plate|number plate|plate|vehicle reg(?:istration)?|tags?)(?:\s(?:number|"
            r"no\.?|#))?"
        )
        + SEPARATOR
        + r")((?:[A-Z]{2} )?[A-Z0-9]{1,4}[ -]?[A-Z0-9]{2,5})\b",
        "plate|vehicle reg|tag",
        check=has_digit,
    ),
    # The whole of it: a detector that finds the letters alone leaves the number.
    Rule(
        "plate-behind-vehicle",
        Entity.VEHICLE_LICENSE_PLATE_US,
        (
            r"\b(?:[Cc]ar|[Vv]an|[Tt]ruck|[Pp]ickup|SUV|[Mm]otor(?:bike|cycle)|[Tt]axi|[Vv]ehicle|[Ss]edan|[Ll]orry"
            r"|[Ss]cooter|[Cc]oche|[Cc]arro|[Ff]urgoneta|[Cc]amioneta|[Mm]oto|[Mm]atricula|[Pp]laca|[Vv]oiture|[Cc]amion"
            r"|[Ii]mmatriculation|[Ww]agen|PKW|LKW|KFZ|[Kk]ennzeichen|[Kk]enteken|[Tt]arga|[Mm]acchina|[Ff]urgone)"
            r"(?:,? (?i:reg\.?|plate|no\.?|nr\.?|number|matricula|with|mit|placa|is)){0,2}[:,]?\s{1,2}[(\"']?"
            r"([A-Z]{2}-[0-9]{3}-[A-Z]{2}|(?:[A-Z]{2} )?[A-Z]{1,3}[- ][0-9]{3,4}"
            r"|[A-Z]{1,3}[- ][A-Z]{1,2}[- ]?[0-9]{1,4}|[0-9]{3,4}[- ][A-Z]{2,3}|[0-9]{4}[A-Z]{3}"
            r"|[A-Z]{2}[0-9]{2} ?[A-Z]{3})\b"
        ),
        "car|van|truck|pickup|suv|motor|taxi|vehicle|sedan|lorry|scooter|coche|furgon|camion|moto|matricula|placa"
        "|voiture|immat|wagen|pkw|lkw|kfz|kennz|kenteken|targa|macchina",
        check=_no_dose,
    ),
    cued(
        "device-labelled",
        Entity.DEVICE_ID,
        (
            r"serial|s/n|sn\b|lot|udi|device|imei|imsi|implant id|model (?:no|number|#)|catalog(?:ue)"
            r"?|ref (?:no|number|#)|pacemaker|icd serial|batch"
        ),
        "serial|s/n|sn|lot|udi|device|imei|imsi|implant|model|catalog|ref|pacemaker|batch",
    ),
    Rule("device-udi", Entity.DEVICE_ID, r"(\(01\)\s?[0-9]{14}(?:\s?\([0-9]{2}\)\s?[0-9A-Za-z-]{1,20}){0,5})", "(01)"),
    Rule(
        "biometric-labelled",
        Entity.BIOMETRIC,
        (
            r"(?i:\b(?:fingerprint|finger print|retina(?:l)? scan|iris scan|voice ?print|face ?print|"
            r"palm ?print|biometric|facial recognition)(?: (?:id|scan|template|hash|record|code|"
            r"no|number|#))?"
        )
        + SEPARATOR
        + r")"
        + VALUE,
        "print|scan|biometric|recognition",
        check=plausible_identifier,
    ),
    Rule(
        "photo-file",
        Entity.PHOTO,
        (
            r"(?i:\b((?:img|dsc|photo|pxl|image|selfie|face|portrait)[_-]?[0-9A-Za-z_-]{3,40}\.(?:jpe?g|"
            r"png|heic|gif|bmp|tiff?|webp)))\b"
        ),
        ".jp|.png|.heic|.gif|.bmp|.tif|.webp",
    ),
    Rule(
        "username-labelled",
        Entity.USERNAME,
        (
            r"(?i:\b(?:user ?name|user ?id|login(?: id| name)?|log-?in|logon|screen name|twitter|"
            r"instagram|handle|skype|signed in as)\b\s{0,2}(?:is|[:=])\s{0,2}\"?)(@?[A-Za-z0-9][A-Za-z0-9._@-]{1"
            r",40}[A-Za-z0-9])"
        ),
        "user|log|screen|twitter|instagram|handle|skype|signed in",
        digits=False,
    ),
    # "I could not log in to the portal as jdoe71"
    Rule(
        "username-logged-in",
        Entity.USERNAME,
        (
            r"(?i:\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)(?:to)?\b(?:\s{1,2}\S{1,80}){0,6}?\s{1,2}as"
            r"(?:\s(?:the )?user(?: ?name| ?id)?)?\s{1,2}[\"'(]?)([A-Za-z][A-Za-z0-9._@-]{1,40}[A-Za-z0-9])"
        ),
        (
            "log in|log on|login|logon|log-in|log-on|logged|logging|sign in|sign on|sign-|signed in|signed on|signing|"
            "signin|signon"
        ),
        check=is_login,
        digits=False,
    ),
    Rule(
        "username-behind-its-word",
        Entity.USERNAME,
        (
            r"(?i:\b(?:user ?name|user ?id|login(?: id| name)?|logon)\s{1,2}[\"'(]?)"
            r"([A-Za-z][A-Za-z0-9._@-]{1,40}[A-Za-z0-9])"
        ),
        "username|user name|userid|user id|login|logon",
        check=is_login,
        digits=False,
    ),
    Rule(
        "username-at-sign",
        Entity.USERNAME,
        r"(?:^|[\s(,;:])(@[A-Za-z][A-Za-z0-9_.]{2,30}[A-Za-z0-9])\b",
        "@",
        digits=False,
    ),
    Rule(
        "password-labelled",
        Entity.USERNAME,
        r"(?i:\bpass(?:word|code|phrase)\s{0,2}(?:is|[:=])\s{0,2})(\S{4,40})",
        "passw|passc|passp",
        digits=False,
    ),
    # People name their networks after themselves.
    Rule(
        "network-name",
        Entity.USERNAME,
        (
            r"(?i:\b(?:[be]?ssids?|(?:wi-?fi|wlan) (?:network(?: name)?|name)|network name)\s{0,2}(?:is|[:=])\s{0,2}"
            r"[\"']?)([^\s,;:=\"'][^,;\"'\n]{1,31})"
        ),
        "ssid|wifi|wi-fi|wlan|network name",
        check=is_network_name,
        digits=False,
    ),
    Rule(
        "network-behind-its-word",
        Entity.USERNAME,
        r"(?i:\b(?:[be]?ssid|(?:wi-?fi|wlan) network)\s{1,2}[\"']?)([^\s,;:=\"']{2,32})",
        "ssid|wifi|wi-fi|wlan",
        check=is_network_name,
        digits=False,
    ),
    Rule(
        "ipv4-address",
        Entity.IP_ADDRESS,
        r"(?:^|[^0-9A-Za-z.])((?:[0-9]{1,3}\.){3}[0-9]{1,3})(?:$|[^0-9A-Za-z.]|\.(?:$|[^0-9]))",
        ".",
        check=ip_address,
    ),
    Rule(
        "ipv6-address",
        Entity.IP_ADDRESS,
        (
            r"(?:^|[^0-9A-Za-z:.])([0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:(?:[0-9]{1,3}\.)"
            r"{3}[0-9]{1,3})?)"
        ),
        ":",
        check=ip_address,
    ),
    Rule(
        "mac-address",
        Entity.MAC_ADDRESS,
        r"\b((?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4})\b",
        ":|-|.",
    ),
)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield identifiers of vehicles, devices, biometrics, photographs, accounts and networks."""
    return scan(doc, _SEARCHED)
