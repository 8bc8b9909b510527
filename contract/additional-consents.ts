/**
 * What a practice may ask besides the treatment, each by itself: content/additional-consents.yaml has the questions.
 * Import-free, so that browsers may use it as a value.
 */
export const additionalConsentKeys = [
  'photos-record',
  'photos-teaching',
  'photos-publication',
  'photos-social-media',
  'share-referrer',
] as const
export type AdditionalConsentKey = (typeof additionalConsentKeys)[number]

/** How each is named to staff. */
export const additionalConsentTitles: Record<AdditionalConsentKey, string> = {
  'photos-record': 'Photographs for the record',
  'photos-teaching': 'Photographs for teaching',
  'photos-publication': 'Photographs in a publication',
  'photos-social-media': 'Photographs on social media and the website',
  'share-referrer': 'Sharing with the dentist who referred',
}
