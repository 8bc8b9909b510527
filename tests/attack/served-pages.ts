import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import site from '../../build/content/page.site.json' with { type: 'json' }
import type { App } from '../../server/app.ts'
import { contactPage } from '../../server/modules/enquiries/index.ts'
import { pageReplacements } from '../../server/page-replacements.ts'
import { pageServer, readPageTable } from '../../server/platform/http/page-server.ts'
import type { TestApp } from '../../server/testing/test-app.ts'

const root = path.join(import.meta.dirname, '../../build/web')
export const pageTable = readPageTable(root)

/** The product with its pages, as it is served; close it before the app. */
export async function servePages(
  testApp: TestApp,
  publicAddress = testApp.config.publicAddress,
): Promise<App> {
  const app = await testApp.openSecondInstance({ publicAddress })
  await app.http.register(pageServer, {
    ...{ root, table: pageTable, origin: publicAddress, forms: [contactPage] },
    replacements: pageReplacements(testApp.config, site),
  })
  return app
}

/** A port of this machine at which nobody listens: its own address is part of what a product is told. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
