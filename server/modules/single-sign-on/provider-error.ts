/** Why a provider could not be asked, or is not believed, in words for administrators; nothing in them names a person. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** How far a provider's clock may be from ours. */
export const clock_tolerance_seconds = 30
