import type { OtherName } from '../../../contract/consents.ts'

/** For staff to look at: the consent is signed all the same. */
export const nameMismatchText = ({ signedAs, recordName }: OtherName): string =>
  `Signed as “${signedAs}”; the record says “${recordName}”`
