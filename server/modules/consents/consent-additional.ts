import library from '../../../build/content/additional-consents.json' with { type: 'json' }
import type { AdditionalConsentKey } from '../../../contract/additional-consents.ts'
import type { FrozenAdditionalConsent } from '../../../contract/consents.ts'
import type { ConsentKind } from '../../../contract/consent-states.ts'

/**
 * What is asked besides the treatment, in the order of the library. Nobody who says no to what is advised is asked for
 * anything else.
 */
export const additionalConsentsOf = (
  chosen: readonly AdditionalConsentKey[],
  kind: ConsentKind,
): FrozenAdditionalConsent[] =>
  kind === 'refusal'
    ? []
    : library
        .filter(({ key }) => chosen.some((one) => one === key))
        .map(({ key, title, question, languages: translations }) => ({
          ...{ title, question, translations },
          key: key as AdditionalConsentKey,
        }))
