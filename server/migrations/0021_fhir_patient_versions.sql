-- FHIR tells the version of a patient, which an update names by If-Match.
grant select (version) on patients to candour_integration;
