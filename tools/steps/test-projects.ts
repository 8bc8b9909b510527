import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { readOrder } from '../layout/module-order.ts'
import { root } from './program-step.ts'

const order = readOrder(readFileSync(join(root, 'server/modules/order.ts'), 'utf8'))

/** What needs a database: each module through the contract, and what the platform says to PostgreSQL. */
export const moduleTests = [
  ...order.map((name) => `server/modules/${name}/${name}.test.ts`),
  'server/**/*.database.test.ts',
  'server/platform/database/embedded-postgres.test.ts',
  'tests/access/**/*.test.ts',
  'tests/attack/**/*.test.ts',
]

/** What runs other programs: Typst, pdfsig, qpdf, openssl, npm, an S3 server. */
export const programTests = [
  'server/modules/paper/scan-content.test.ts',
  'server/platform/pdf/pdf-pages.test.ts',
  'server/platform/pdf/seal.test.ts',
  'server/platform/pdf/typesetter.test.ts',
  'server/platform/pdf/validation-material.test.ts',
  'server/modules/documents/document-rendering.test.ts',
  'server/modules/documents/template-preview.test.ts',
  'server/modules/evidence/evidence-seals.test.ts',
  'server/platform/files/object-store.test.ts',
  'tools/prepare.test.ts',
  'tools/prove/upload-cuts.test.ts',
]

export const layoutTests = ['tools/layout/**/*.test.ts']

/** What needs nothing but itself. */
export const ruleTests = ['**/*.test.{ts,tsx}']
export const exceptRuleTests = [...moduleTests, ...programTests, ...layoutTests]

/** Whether a file is one of the tests that need nothing but themselves. */
export const isRuleTest = (path: string): boolean =>
  ruleTests.some((pattern) => matchesGlob(path, pattern)) &&
  !exceptRuleTests.some((pattern) => matchesGlob(path, pattern))
