import { useEffect, useMemo } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { useDraft } from './draft-state.ts'
import {
  AnsweringPage,
  CheckPage,
  CallPage,
  DeclinePage,
  FullTextPage,
  ThinkItOverPage,
  MattersPage,
  OptionsPage,
  QuestionPage,
  ReadingPage,
  SharePage,
  fetchEasyRead,
  fetchSigningPages,
  fetchVideoPart,
} from './lazy-pages.ts'
import { hasEasyRead } from './easy-read-choice.ts'
import { useSendMatters } from './matter-thread.ts'
import type { SignatureInput } from './signing-api.ts'
import { applyReadingMode, saveReadingMode } from './reading-mode.ts'
import { aboutOf, checkOf, partOf, stepConfigOf, type Step } from './signing-steps.ts'
import { useSteps } from './step-history.ts'
import { SummaryPage } from './summary-page.tsx'
import { suggestTextSize } from './text-size.tsx'
import { usePageLanguage } from './words-context.tsx'

type ReadingJourneyProps = {
  consent: PatientConsent
  onAnswered: (consent: PatientConsent) => void
  onSign: (body: SignatureInput) => void
  onLapsed: () => void
}

/** A consent that waits for its answer, from the summary to the signature. */
export function ReadingJourney({ consent, onAnswered, onSign, onLapsed }: ReadingJourneyProps) {
  const stepConfig = useMemo(() => stepConfigOf(consent.content), [consent.content])
  const { step, goTo, goBack } = useSteps(consent.id, stepConfig)
  const draft = useDraft(consent)
  useSendMatters(consent.id, step, draft.draft)
  const { source, english } = usePageLanguage()
  useEffect(() => fetchSigningPages([source, english]), [source, english])
  const hasVideo = consent.content.sections.some(({ media }) => media)
  useEffect(() => (hasVideo ? fetchVideoPart() : undefined), [hasVideo])

  function onStep(to: Step) {
    saveReadingMode(to, step)
    goTo(applyReadingMode(to, step))
  }
  useEffect(() => {
    if (consent.content.format === 'large-print') suggestTextSize('largest')
    if (hasEasyRead(consent.content)) fetchEasyRead()
  }, [consent])

  const steps = { consent, onStep, onBack: goBack }
  const part = partOf(step)
  if (part !== undefined) return <ReadingPage key={step} {...steps} part={part} />
  const about = aboutOf(step)
  if (about !== undefined) {
    return <QuestionPage consent={consent} about={about} onBack={goBack} onLapsed={onLapsed} />
  }
  const check = checkOf(step)
  if (check !== undefined) {
    return <CheckPage key={step} {...steps} {...draft} number={check} onLapsed={onLapsed} />
  }
  if (step === 'everything') return <FullTextPage {...steps} />
  if (step === 'matters') return <MattersPage {...steps} {...draft} />
  if (step === 'options') return <OptionsPage {...steps} {...draft} />
  const door = { consent, onBack: goBack, onLapsed }
  if (step === 'later') return <ThinkItOverPage {...door} />
  if (step === 'call') return <CallPage {...door} />
  if (step === 'share') return <SharePage {...door} />
  if (step === 'decline') {
    return <DeclinePage consent={consent} onAnswered={onAnswered} onLapsed={onLapsed} onBack={goBack} />
  }
  if (step === 'confirm' || step === 'sign') {
    return <AnsweringPage key={step} {...steps} {...draft} isSigning={step === 'sign'} onSign={onSign} />
  }
  return <SummaryPage consent={consent} onStep={onStep} />
}
