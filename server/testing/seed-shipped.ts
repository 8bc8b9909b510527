import pg from 'pg'
import films from '../../build/content/films.json' with { type: 'json' }
import library from '../../build/content/templates.json' with { type: 'json' }
import platformDocuments from '../../build/content/platform-documents.json' with { type: 'json' }
import treatments from '../../build/content/treatments.json' with { type: 'json' }
import type { LibraryTemplate, ShippedDocument } from '../../build/content/types.d.ts'
import { seedPlatformDocuments } from '../modules/platform-documents/index.ts'
import { seedTemplates } from '../modules/templates/index.ts'
import { seedTreatments } from '../modules/treatments/index.ts'
import { seedVideos } from '../modules/videos/index.ts'
import { systemClock } from '../platform/clock.ts'

/** Puts what the product ships with into a migrated database. */
export async function seedShipped(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  const now = systemClock.now()
  await seedTreatments(client, treatments, now)
  // Its row alone: each test has a store of its own, which nobody reads a film from.
  await seedVideos(client, films, { now, saveFile: async () => {} })
  await seedTemplates(client, library as unknown as LibraryTemplate[], now)
  await seedPlatformDocuments(client, platformDocuments as ShippedDocument[], now)
  await client.end()
}
