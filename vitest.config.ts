import { defineConfig } from 'vitest/config'
import {
  exceptRuleTests,
  layoutTests,
  moduleTests,
  programTests,
  ruleTests,
} from './tools/steps/test-projects.ts'

const ignored = ['**/node_modules/**', 'build/**', 'data/**']

/** Against hanging alone, far above what a loaded machine needs: no test depends on its speed, or has a limit of its own. */
const limits = { testTimeout: 600_000, hookTimeout: 600_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Pure and quick: the layout of the code, then rules that need nothing but themselves.
      { test: { ...limits, name: 'layout', include: layoutTests } },
      {
        test: {
          ...limits,
          name: 'rules',
          isolate: false,
          include: ruleTests,
          exclude: [...ignored, ...exceptRuleTests],
        },
      },
      { test: { ...limits, name: 'programs', include: programTests } },
      {
        test: {
          ...limits,
          name: 'modules',
          // One more than the cores of the smallest machine: a test waits for the database for a fifth of its time.
          maxWorkers: 3,
          // What a request leaves behind is collected less often: a tenth of their time was that.
          execArgv: ['--max-semi-space-size=64'],
          include: moduleTests,
          globalSetup: 'server/testing/global-setup.ts',
          isolate: false,
        },
      },
    ],
  },
})
