import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'

export type Catalogue = Awaited<ReturnType<Api['adoptions']['catalogue']>>
export type CatalogueTemplate = Catalogue['rows'][number]
export type Adoption = CatalogueTemplate['adoption']
export type AdoptionState = Adoption['state']
export type Adopter = NonNullable<Catalogue['adopter']>

/** Each state in the order in which it is offered, as a badge and as a tab say it. */
export const adoptionStateLabels: Record<AdoptionState, { label: string; tab: string; tone: Tone }> = {
  none: { label: 'Not adopted', tab: 'Not adopted', tone: 'warn' },
  outdated: { label: 'Changed since adopted', tab: 'Changed since', tone: 'warn' },
  adopted: { label: 'Adopted', tab: 'Adopted', tone: 'ok' },
  own: { label: 'Your own', tab: 'Our own', tone: 'neutral' },
}
export const adoptionOrder = Object.keys(adoptionStateLabels) as AdoptionState[]

/** Nobody in the practice stands behind the wording as it is. */
export const needsAdoption = ({ state }: Pick<Adoption, 'state'>): boolean =>
  state === 'none' || state === 'outdated'

/** Where wording that awaits adoption comes from: the platform, or the group that shares it. */
const awaitingText = (groupName: string | null): string =>
  groupName === null
    ? 'Drafted from published guidance, awaiting your clinic’s clinical approval.'
    : `Shared by ${groupName}, awaiting your practice’s clinical approval.`

/** Who adopted, with which number and when; empty where nobody did. */
export const adoptedByText = ({ byName, gdcNumber, at }: Adoption): string =>
  at === null ? '' : `${byName} (GDC ${gdcNumber}), ${dayText(at)}`

/** How the practice stands to the wording of one template, in a sentence or two. */
export function adoptionSentence(adoption: Adoption, groupName: string | null): string {
  const { state, version } = adoption
  if (state === 'own') return 'This is your practice’s own template, so there is nothing to adopt.'
  if (state === 'none') return awaitingText(groupName)
  if (state === 'adopted')
    return `Version ${version} was adopted for your practice: ${adoptedByText(adoption)}.`
  return `The wording has changed since version ${version} was adopted: ${adoptedByText(adoption)}. ${awaitingText(groupName)}`
}

/** What the button and the dialog name: one template, a few, or a whole treatment type. */
export type AdoptionTarget =
  { templates: readonly { templateId: string; name: string }[] } | AdoptionTargetType
type AdoptionTargetType = { treatmentType: string; count: number }

const templateCountText = (count: number) => (count === 1 ? '1 template' : `${count} templates`)

export function adoptDialogTitle(adopting: AdoptionTarget): string {
  if ('treatmentType' in adopting)
    return `Adopt ${templateCountText(adopting.count)} for ${adopting.treatmentType}?`
  const [first, ...others] = adopting.templates
  return others.length === 0
    ? `Adopt “${first?.name}”?`
    : `Adopt ${templateCountText(adopting.templates.length)}?`
}

export const adoptedToast = (count: number): string =>
  count === 1 ? '1 template adopted for your practice.' : `${count} templates adopted for your practice.`
