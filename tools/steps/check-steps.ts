import { readdirSync } from 'node:fs'
import { lintStep, rulesStep } from './changed-steps.ts'
import { programStep, root } from './program-step.ts'
import type { Step } from './step-runner.ts'
import { vitestStep } from './test-step.ts'

const typeSettings = readdirSync(root).filter((name) => /^tsconfig(?!\.base)[\w.]*\.json$/.test(name))
// Several would each find out most types anew: together they take twice the time of the processor, and its memory.
const checkers = ['--checkers', '1']
const cache = ['--cache', '--cache-location=build/prettier-cache']

const single = (step: Step): Step => ({ ...step, isSingle: true })

/**
 * What needs no server: content, format, types, lint, layout, rules. `everything`: also what has passed as it is now,
 * which lint and rules leave out otherwise.
 */
export const checkSteps = (everything: boolean): Step[] => [
  programStep('content', 'node', 'tools/build.ts', 'content', 'contract', 'trial', 'types'),
  single(programStep('format', 'prettier', '--check', '--log-level=warn', '--ignore-unknown', ...cache, '.')),
  ...typeSettings.map((name) => {
    const part = name.split('.').at(1)
    return single(
      programStep(part === 'json' ? 'types' : `types ${part}`, 'tsc', '--project', name, ...checkers),
    )
  }),
  lintStep(everything),
  vitestStep('layout'),
  rulesStep(everything),
]
