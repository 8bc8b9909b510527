import { systems } from './fhir-codes.ts'

type Identified = { identifier: readonly { system?: string | undefined; value: string }[] }
type Versioned = { meta?: { versionId?: string | undefined } | undefined }

/** The identifier that the program gives, as `/api/v1` writes it; null where there is none, or more than one. */
export function ownIdentifierOf({ identifier }: Identified): string | null {
  const own = identifier.filter(({ system }) => system !== systems.nhsNumber)
  const [only] = own
  const isPlain = own.length === 1 && only?.system && only.value && !only.system.includes('|')
  return isPlain ? `${only.system}|${only.value}` : null
}

/** `identifier=system|value` as If-None-Exist has it; null for any other condition. */
export function conditionIdentifier(condition: string): string | null {
  const [first, ...others] = new URLSearchParams(condition.replace(/^\?/, '')).entries()
  return first && others.length === 0 && first[0] === 'identifier' ? first[1] : null
}

/** The number of the version that If-Match names, or else the resource; null where neither says any. */
export function versionNamed(ifMatch: string, { meta }: Versioned): number | null {
  const written = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  const named = ifMatch === '' ? meta?.versionId : written
  return named !== undefined && /^\d{1,9}$/.test(named) ? Number(named) : null
}
