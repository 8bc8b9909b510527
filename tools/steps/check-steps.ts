import { readdirSync } from 'node:fs'
import { programStep, root } from './program-step.ts'
import type { Step } from './step-runner.ts'
import { vitestStep } from './test-step.ts'

const typeSettings = readdirSync(root).filter((name) => /^tsconfig(?!\.base)[\w.]*\.json$/.test(name))
const cache = ['--cache', '--cache-location=build/prettier-cache']

/** What takes seconds and needs no server: content, format, types, lint, layout, rules. */
export const checkSteps: Step[] = [
  programStep('content', 'node', 'tools/build.ts', 'content', 'contract', 'trial', 'types'),
  programStep('format', 'prettier', '--check', '--log-level=warn', '--ignore-unknown', ...cache, '.'),
  ...typeSettings.map((name) => {
    const part = name.split('.').at(1)
    return programStep(part === 'json' ? 'types' : `types ${part}`, 'tsc', '--project', name)
  }),
  programStep('lint', 'oxlint'),
  vitestStep('layout'),
  vitestStep('rules'),
]
