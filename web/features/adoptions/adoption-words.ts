import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'

export type Catalogue = Awaited<ReturnType<Api['adoptions']['catalogue']>>
export type CatalogueTemplate = Catalogue['rows'][number]
export type Adoption = CatalogueTemplate['adoption']
export type AdoptionState = Adoption['state']
export type Adopter = NonNullable<Catalogue['adopter']>

/** Each state in the order in which it is offered, as a badge and as a tab say it. */
export const adoptionLooks: Record<AdoptionState, { label: string; tab: string; tone: Tone }> = {
  none: { label: 'Not adopted', tab: 'Not adopted', tone: 'warn' },
  outdated: { label: 'Changed since adopted', tab: 'Changed since', tone: 'warn' },
  adopted: { label: 'Adopted', tab: 'Adopted', tone: 'ok' },
  own: { label: 'Your own', tab: 'Our own', tone: 'neutral' },
}
export const adoptionOrder = Object.keys(adoptionLooks) as AdoptionState[]

/** Nobody in the practice stands behind the wording as it is. */
export const isOpen = ({ state }: Pick<Adoption, 'state'>): boolean =>
  state === 'none' || state === 'outdated'

const drafted = 'Drafted from published guidance, awaiting your clinic’s clinical approval.'

/** Who adopted, with which number and when; empty where nobody did. */
export const adoptedBy = ({ byName, gdcNumber, at }: Adoption): string =>
  at === null ? '' : `${byName} (GDC ${gdcNumber}), ${dayText(at)}`

/** How the practice stands to the wording of one template, in a sentence or two. */
export function adoptionSentence(adoption: Adoption): string {
  const { state, version } = adoption
  if (state === 'own') return 'This is your practice’s own template, so there is nothing to adopt.'
  if (state === 'none') return drafted
  if (state === 'adopted') return `Version ${version} was adopted for your practice: ${adoptedBy(adoption)}.`
  return `The wording has changed since version ${version} was adopted: ${adoptedBy(adoption)}. ${drafted}`
}

/** What the button and the dialog name: one template, a few, or a whole treatment type. */
export type Adopting = { templates: readonly { templateId: string; name: string }[] } | AdoptingType
type AdoptingType = { treatmentType: string; count: number }

const templatesInWords = (count: number) => (count === 1 ? '1 template' : `${count} templates`)

export function adoptingTitle(adopting: Adopting): string {
  if ('treatmentType' in adopting)
    return `Adopt ${templatesInWords(adopting.count)} of ${adopting.treatmentType}?`
  const [first, ...others] = adopting.templates
  return others.length === 0
    ? `Adopt “${first?.name}”?`
    : `Adopt ${templatesInWords(adopting.templates.length)}?`
}

export const adoptedToast = (count: number): string =>
  count === 1 ? '1 template adopted for your practice.' : `${count} templates adopted for your practice.`
