import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { prefersOtherOption } from '../../../contract/preference-rules.ts'
import type { TreatmentOption } from '../../../contract/consent-plan.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { DraftProps } from './draft-state.ts'
import { useMatters } from './matter-thread.ts'
import { OtherChoices } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import type { Draft } from './signing-memory.ts'
import { stepAfter, stepConfigOf } from './signing-steps.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { languageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

const noPreference = 'none'

/** The place that is leant to: as marked here, else as the practice knows from another time. */
function usePreferredOption({ id }: PatientConsent, { leaning }: Draft): number | null {
  const known = useMatters(id)
  return leaning === undefined ? (known?.leaning?.option ?? null) : leaning
}

/** All ways to go side by side, with what each costs; marking one is not choosing it. */
export function OptionsPage({ consent, draft, onDraft, onStep, onBack }: StepProps & DraftProps) {
  const { matters, page } = useWords()
  const words = matters.options
  const { content } = consent
  const options = content.options ?? []
  const leaning = usePreferredOption(consent, draft)
  return (
    <PatientPage title={words.title} onBack={onBack}>
      <p className="mt-3">{words.lead}</p>
      <OptionCards content={content} className="md:hidden" />
      <OptionTable content={content} className="hidden md:block" />
      <RadioGroup
        name="leaning"
        className="mt-8"
        legend={words.lean}
        hint={words.hint}
        value={leaning !== null ? String(leaning) : draft.leaning === null ? noPreference : ''}
        options={[
          ...options.map(({ title }, place) => ({
            value: String(place),
            label: <bdi {...languageAttributes(title, content)}>{title}</bdi>,
          })),
          { value: noPreference, label: words.none },
        ]}
        onChange={(place) => onDraft({ leaning: place === noPreference ? null : Number(place) })}
      />
      <Button className="mt-8" onClick={() => onStep(stepAfter('options', stepConfigOf(content)))}>
        {page.continue}
      </Button>
      <OtherChoices consentId={consent.id} onStep={onStep} />
    </PatientPage>
  )
}

type Content = PatientConsent['content']
type OptionsProps = { content: Content; className: string }

/** A price as the language writes sums; with the sign on the practice's own bills, where Arabic would write 'UK£'. */
const priceText = (pence: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'GBP' })
    .formatToParts(pence / 100)
    .map(({ type, value }) => (type === 'currency' ? '£' : value))
    .join('')

/** What is said of an option, row by row; a row that no option fills is left out. */
function useRows({ options = [] }: Content) {
  const { matters, locale } = useWords()
  const words = matters.options
  const costOf = ({ pricePence, band }: TreatmentOption) => {
    const price = pricePence === null ? '' : priceText(pricePence, locale)
    const named = band ? words.bands[band] : ''
    return price && named ? `${price} (${named})` : price || named
  }
  const rows: { name: string; of: (option: TreatmentOption) => string }[] = [
    { name: words.benefit, of: ({ benefit }) => benefit },
    { name: words.risk, of: ({ risk }) => risk },
    { name: words.lasts, of: ({ lasts }) => lasts },
    { name: words.visits, of: ({ visits }) => visits },
    { name: words.cost, of: costOf },
    { name: words.notSuitable, of: ({ notSuitable }) => notSuitable },
  ]
  return rows.filter(({ of }) => options.some((option) => of(option) !== ''))
}

function OptionTitle({ content, place }: { content: Content; place: number }) {
  const { matters } = useWords()
  const { title } = content.options![place]!
  return (
    <>
      <bdi {...languageAttributes(title, content)}>{title}</bdi>
      {place === content.recommended && (
        <span className="mt-0.5 block text-small font-semibold text-brand-strong">
          {matters.options.recommended}
        </span>
      )}
    </>
  )
}

/** Why one is recommended; nothing elsewhere. */
function RecommendationReason({ content, place }: { content: Content; place: number }): ReactNode {
  const { matters } = useWords()
  if (place !== content.recommended || !content.recommendedWhy) return null
  return <span dir="auto">{fillPlaceholders(matters.options.why, { reason: content.recommendedWhy })}</span>
}

function OptionCards({ content, className }: OptionsProps) {
  const rows = useRows(content)
  return (
    <ul className={clsx('mt-6 space-y-4', className)}>
      {content.options!.map((option, place) => (
        <li key={option.title} className="rounded-lg border border-line p-4">
          <h2 className="text-base">
            <OptionTitle content={content} place={place} />
          </h2>
          <RecommendationReason content={content} place={place} />
          <dl className="mt-2 space-y-2">
            {rows
              .filter(({ of }) => of(option) !== '')
              .map(({ name, of }) => (
                <div key={name}>
                  <dt className="text-small text-muted">{name}</dt>
                  <dd className="wrap-anywhere">
                    <bdi>{of(option)}</bdi>
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function OptionTable({ content, className }: OptionsProps) {
  const { matters } = useWords()
  const rows = useRows(content)
  const options = content.options ?? []
  const cell = 'border-b border-line py-2.5 pe-4 text-start align-top wrap-anywhere'
  return (
    <div
      className={clsx('mt-6 overflow-x-auto', className)}
      tabIndex={0}
      role="region"
      aria-label={matters.options.title}
    >
      <table className="w-full text-small">
        <caption className="sr-only">{matters.options.title}</caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              {matters.options.option}
            </th>
            {options.map(({ title }, place) => (
              <th key={title} scope="col" className={cell}>
                <OptionTitle content={content} place={place} />
                <span className="block font-normal">
                  <RecommendationReason content={content} place={place} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row" className={cell}>
                {name}
              </th>
              {options.map((option) => (
                <td key={option.title} className={cell}>
                  <bdi>{of(option) || '–'}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PreferredOptionNoteProps = Pick<StepProps, 'consent' | 'onStep'> & { draft: Draft }

/** Says that the person leans towards something else than the form is for, with ways to talk; it stops nobody. */
export function PreferredOptionNote({ consent, draft, onStep }: PreferredOptionNoteProps) {
  const { matters, questions } = useWords()
  const { content } = consent
  const leaning = usePreferredOption(consent, draft)
  const option = leaning === null ? undefined : content.options?.[leaning]
  if (!option || !prefersOtherOption(content, leaning)) return null
  return (
    <InlineMessage tone="warn" title={matters.elsewhere.title} className="mt-6">
      <p>{fillPlaceholders(matters.elsewhere.body, { option: option.title, treatment: content.title })}</p>
      <ul className="mt-1 flex flex-col items-start">
        <li>
          <TextButton onClick={() => onStep('about-0')}>{questions.ask}</TextButton>
        </li>
        <li>
          <TextButton onClick={() => onStep('call')}>{matters.call.ask}</TextButton>
        </li>
      </ul>
    </InlineMessage>
  )
}
