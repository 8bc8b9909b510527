import { invalidArgument } from './kit.ts'

/** What an update by FHIR is refused with that names no version, of whichever resource. */
export const versionMissing = invalidArgument(
  'Say which version you change, by If-Match or meta.versionId as you read it.',
)
