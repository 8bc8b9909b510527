import { useEffect, useLayoutEffect, useState } from 'react'
import { memory } from './signing-device.ts'
import { restoreStep, stepBefore, type Step, type StepConfig } from './signing-steps.ts'

type StepState = { step: Step; depth: number }

const currentState = () => history.state as Partial<StepState> | null

/**
 * The step shown, kept in the browser's history so that its own Back button goes one page back, and in the tab's
 * memory so that a reload stays where it was. The address never changes: it would say how far someone has read.
 */
export function useSteps(consentId: string, way: StepConfig) {
  const [step, setStep] = useState(() => memory.step(consentId, way))

  useEffect(() => {
    const { depth = 0 } = currentState() ?? {}
    history.replaceState({ step: memory.step(consentId, way), depth }, '')
    const follow = (event: PopStateEvent) => {
      const to = event.state as Partial<StepState> | null
      setStep(restoreStep(to?.step ?? null, way))
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [consentId, way])

  // Before it is painted: whoever sees a step and leaves comes back to it.
  useLayoutEffect(() => {
    memory.rememberStep(consentId, step)
  }, [consentId, step])

  function goTo(to: Step) {
    history.pushState({ step: to, depth: (currentState()?.depth ?? 0) + 1 }, '')
    setStep(to)
  }

  function goBack() {
    const depth = currentState()?.depth ?? 0
    if (depth > 0) return history.back()
    const to = stepBefore(step, way) ?? 'summary'
    history.replaceState({ step: to, depth: 0 }, '')
    setStep(to)
  }

  return { step, goTo, goBack }
}
