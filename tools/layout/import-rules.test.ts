import { describe, expect, test } from 'vitest'
import { checkContractValues, checkImports, checkOrder } from './import-rules.ts'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import { readOrder } from './module-order.ts'

const order = ['audit', 'patients', 'consents']
const check = (path: string, from: string) =>
  formatFindings(checkImports(createSourceTree({ [path]: `import { x } from '${from}'` }).graph, order))

describe('the import table', () => {
  test.each([
    ['contract/consents.ts', './kit.ts'],
    ['server/platform/http/rpc.ts', '../../../contract/kit.ts'],
    ['server/platform/http/rpc.ts', '../database/database.ts'],
    ['server/modules/consents/consent-handlers.ts', '../patients/index.ts'],
    ['server/modules/consents/consent-handlers.ts', '../../../contract/index.ts'],
    ['server/modules/consents/consent-handlers.ts', '../../platform/clock.ts'],
    ['server/modules/consents/consent-store.ts', '../patients/patient-schema.ts'],
    ['server/modules/consents/consents.test.ts', '../../testing/test-app.ts'],
    ['server/platform/database/outage.database.test.ts', '../../app.ts'],
    ['server/app.ts', './modules/consents/index.ts'],
    ['server/modules/order.ts', './consents/module.ts'],
    ['web/ui/dialog.tsx', './plain/button.tsx'],
    ['web/features/consents/consent-form.tsx', '../patients/index.ts'],
    ['web/features/consents/consent-form.tsx', '../../ui/plain/button.tsx'],
    ['web/areas/clinic/consent-new.tsx', '../../features/consents/consent-form.tsx'],
    ['web/areas/clinic/consent-new.tsx', './+types/consent-new.ts'],
    ['tests/journeys/sign.journey.ts', './signing-steps.ts'],
    ['server/demo/create-demo.ts', '../modules/consents/consent-schema.ts'],
    ['web/features/templates/template-editor.tsx', '../../../wording/draft-lint.ts'],
    ['tools/content/content-loader.ts', '../../wording/template-lint.ts'],
    ['wording/template-lint.ts', './word-lists.ts'],
    ['verification/file-check.ts', './bytes.ts'],
    ['server/modules/consents/consent-bundle.ts', '../../../verification/bytes.ts'],
    ['web/areas/public/verify.tsx', '../../../verification/file-check.ts'],
    ['wording/template-lint.test.ts', '../tools/content/content-loader.ts'],
    ['vite.config.ts', './tools/web/static-pages.ts'],
  ])('%s may take %s', (path, from) => expect(check(path, from)).toEqual([]))

  test.each([
    ['contract/consents.ts', '../server/config.ts'],
    ['server/platform/http/rpc.ts', '../../modules/audit/index.ts'],
    ['server/platform/http/rpc.ts', '../../../contract/consents.ts'],
    ['server/modules/patients/patient-handlers.ts', '../consents/index.ts'],
    ['server/modules/consents/consent-handlers.ts', '../patients/patient-store.ts'],
    ['server/modules/consents/consent-handlers.ts', '../patients/patient-schema.ts'],
    ['server/modules/patients/patient-store.ts', '../consents/consent-schema.ts'],
    ['server/modules/consents/consent-handlers.ts', '../../app.ts'],
    ['server/modules/consents/consent-handlers.ts', '../../testing/test-app.ts'],
    ['server/modules/consents/module.ts', '../patients/module.ts'],
    ['server/modules/consents/module.ts', '../../module.ts'],
    ['server/modules/consents/module.ts', '../../core.ts'],
    ['server/modules/order.ts', './consents/index.ts'],
    ['server/platform/database/outage.database.test.ts', '../../modules/audit/index.ts'],
    ['server/app.ts', '../web/api.ts'],
    ['server/app.ts', './testing/test-app.ts'],
    ['web/ui/dialog.tsx', '../../contract/consent-states.ts'],
    ['web/ui/plain/button.tsx', '../dialog.tsx'],
    ['web/features/patients/patient-form.tsx', '../consents/index.ts'],
    ['web/features/consents/consent-form.tsx', '../patients/patient-form.tsx'],
    ['web/features/consents/consent-form.tsx', '../../areas/clinic/clinic-paths.ts'],
    ['web/features/consents/consent-form.tsx', '../../../server/config.ts'],
    ['web/areas/clinic/consent-new.tsx', '../patient/patient-app.tsx'],
    ['tests/journeys/sign.journey.ts', '../../server/modules/consents/index.ts'],
    ['tests/journeys/sign.journey.ts', '../../server/testing/test-app.ts'],
    ['tools/build.ts', '../web/ui/dialog.tsx'],
    ['wording/draft-lint.ts', '../contract/limits.ts'],
    ['verification/file-check.ts', '../contract/limits.ts'],
    ['verification/file-check.ts', '../server/platform/clock.ts'],
    ['wording/draft-lint.ts', '../tools/content/content-loader.ts'],
    ['wording/draft-lint.test.ts', '../server/app.ts'],
    ['web/ui/dialog.tsx', '../../wording/plain-text.ts'],
    ['contract/templates.ts', '../wording/draft-lint.ts'],
  ])('%s may not take %s', (path, from) => expect(check(path, from)).toHaveLength(1))

  test('sees imports that are lazy, passed on, or of types only', () => {
    const texts = [
      `const later = () => import('../patients/patient-store.ts')`,
      `export { x } from '../patients/patient-store.ts'`,
      `import type { X } from '../patients/patient-store.ts'`,
      `type X = import('../patients/patient-store.ts').X`,
    ]
    for (const text of texts) {
      const { graph } = createSourceTree({ 'server/modules/consents/consent-rules.ts': text })
      expect(checkImports(graph, order)).toHaveLength(1)
    }
  })

  test('knows no module outside the order', () => {
    const { graph } = createSourceTree({
      'server/modules/recalls/index.ts': '',
      'web/features/audit/index.ts': '',
    })
    expect(formatFindings(checkOrder(graph, order))).toEqual([
      'server/modules/recalls is not named in server/modules/order.ts',
    ])
  })
})

describe('values of the contract in browsers', () => {
  const check = (text: string) =>
    checkContractValues(createSourceTree({ 'web/features/consents/consent-form.tsx': text }).graph)

  test('come from its plain files; the rest gives types', () => {
    expect(check(`import { limits } from '../../../contract/limits.ts'`)).toEqual([])
    expect(check(`import type { Consent } from '../../../contract/consents.ts'`)).toEqual([])
    expect(check(`import { consents } from '../../../contract/consents.ts'`)).toHaveLength(1)
  })
  test('leave an import behind where only the names are types', () =>
    expect(check(`import { type Consent } from '../../../contract/consents.ts'`)).toHaveLength(1))
  test('bring nothing with them', () => {
    const text = `import { z } from 'zod'`
    expect(checkContractValues(createSourceTree({ 'contract/limits.ts': text }).graph)).toHaveLength(1)
  })
})

test('the order is read line by line: what is opened, and what has nothing to open', () => {
  const text = `/** Modules. */
export { audit } from './audit/module.ts'
// What people look after.
export { patientImports } from './patient-imports/module.ts'
// teeth: screens alone
`
  expect(readOrder(text)).toEqual(['audit', 'patient-imports', 'teeth'])
})
