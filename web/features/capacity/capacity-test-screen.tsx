import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CapacityAnswers, CapacityForms } from '../../../contract/capacity-rules.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { useUnsavedChangesGuard } from '../templates/index.ts'
import { CapacityTestChild } from './capacity-test-child.tsx'
import { CapacityTestResult } from './capacity-test-result.tsx'
import { CapacityTestSection } from './capacity-test-section.tsx'
import { CapacityTestStart } from './capacity-test-start.tsx'
import { ageYearsOf, emptyTestStart, formOf, testSections } from './capacity-test-steps.ts'

type CapacityTestScreenProps = {
  forms: CapacityForms
  /** What the page says of itself, above the first step. */
  intro: ReactNode
  /** Where signed-in staff keep an assessment. */
  consentsHref: string
}

/**
 * The guided assessment for anybody. What is filled in lives in this page alone: nothing is sent, nothing is kept in the
 * browser, and it is asked before a reload or another page takes it away.
 */
export function CapacityTestScreen({ forms, intro, consentsHref }: CapacityTestScreenProps) {
  const [start, setBeginning] = useState(emptyTestStart)
  const [answers, setAnswers] = useState<CapacityAnswers>({})
  // The first step is 0, the result comes after the last section.
  const [step, setStep] = useState(0)
  const page = useStepFocus(step)
  const isBegun = Object.values(start).some((said) => said !== '') || Object.keys(answers).length > 0
  useUnsavedChangesGuard(isBegun, 'Nothing is stored. Your answers are cleared when you leave.')
  const startAgain = useStartAgain(() => {
    setBeginning(emptyTestStart)
    setAnswers({})
    setStep(0)
  })

  const ageYears = ageYearsOf(start)
  const form = formOf(forms, start)
  const sections = form ? testSections(form, answers, ageYears) : []
  const section = sections[step - 1]
  const back = () => setStep(step - 1)
  return (
    <div ref={page}>
      {step === 0 && (
        <CapacityTestStart
          intro={intro}
          start={start}
          onChange={setBeginning}
          onContinue={() => setStep(1)}
        />
      )}
      {form && section && (
        <CapacityTestSection
          key={section.id}
          {...{ form, section, answers, ageYears, step }}
          steps={sections.length}
          onChange={setAnswers}
          onBack={back}
          onContinue={() => setStep(step + 1)}
        />
      )}
      {form && step > sections.length && (
        <CapacityTestResult
          {...{ form, start, answers, sections, consentsHref }}
          onBack={() => setStep(sections.length)}
          onStartAgain={startAgain}
        />
      )}
      {!form && step > 0 && start.nation !== '' && (
        <CapacityTestChild
          under16={forms.under16}
          nation={start.nation}
          onBack={back}
          onStartAgain={startAgain}
        />
      )}
    </div>
  )
}

/** Each step begins at its top, with its heading in focus, as a page would. */
function useStepFocus(step: number) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    page.current?.querySelector('h1')?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return page
}

function useStartAgain(clear: () => void) {
  const confirm = useConfirm()
  return () =>
    void confirm({
      title: 'Start again?',
      text: 'Your answers are cleared. Nothing is stored.',
      confirm: 'Start again',
      cancel: 'Keep answers',
    }).then((agreed) => agreed && clear())
}
