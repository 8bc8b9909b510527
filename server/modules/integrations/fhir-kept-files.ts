import type { IntegrationScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { fileNameOf, nameOfVersion } from '../documents/index.ts'
import { openScan, scanName } from '../paper/index.ts'
import { openPicture, pictureName } from '../pictures/index.ts'
import { pictureResource, scanResource } from './fhir-file-resources.ts'
import { findFixedPicture, findScan, searchPictures, searchScans } from './fhir-file-store.ts'
import type { Page } from './fhir-paging.ts'
import { documentResource } from './fhir-resources.ts'
import { findDocument, searchDocuments, versionsOfConsents, type Wanted } from './fhir-store.ts'

type Opened = { stream: NodeJS.ReadableStream; bytes: number }

/** A file that is kept of a consent, whatever it is: what it says of itself, and its bytes. */
type KeptFile = {
  consentId: string
  sha256: string
  type: string
  name(scope: IntegrationScope): Promise<string>
  resource(address: string): Promise<object>
  open(files: Files): () => Promise<Opened>
}

async function findSealed(scope: IntegrationScope, id: string): Promise<KeptFile | undefined> {
  const found = await findDocument(scope, id)
  if (!found) return undefined
  const { version } = found
  const { consentId, sha256 } = version
  return {
    ...{ consentId, sha256, type: 'application/pdf' },
    name: () => nameOfVersion(scope, version),
    resource: async (address) =>
      documentResource(found, await versionsOfConsents(scope, [consentId]), address),
    open: (files) => async () => {
      const file = await files.read(fileNameOf(sha256))
      if (!file) throw new Error('A sealed document is missing from the file store')
      return file
    },
  }
}

/** One of the files that are kept of consents which were asked for: a sealed document, a scan or a picture. */
export async function findKept(scope: IntegrationScope, id: string): Promise<KeptFile | undefined> {
  const sealed = await findSealed(scope, id)
  if (sealed) return sealed
  const scan = await findScan(scope, id)
  if (scan) {
    const { found, kept } = scan
    const { consentId, sha256, type } = found
    return {
      ...{ consentId, sha256, type },
      name: async () => scanName(found),
      resource: async (address) => scanResource(found, address),
      open: (files) => openScan(files, kept),
    }
  }
  const picture = await findFixedPicture(scope, id)
  if (!picture) return undefined
  const { found, kept } = picture
  const { consentId, sha256, type } = found
  return {
    ...{ consentId, sha256, type },
    name: async () => pictureName(found),
    resource: async (address) => pictureResource(found, address),
    open: (files) => openPicture(files, kept),
  }
}

type Placed = { id: string; at: Date; resource: object }

/** What a search finds of each kind, as resources; each page holds as many as are wanted of all together. */
export async function searchKept(
  scope: IntegrationScope,
  wanted: Wanted,
  address: string,
): Promise<Page<Placed>[]> {
  const sealed = await searchDocuments(scope, wanted)
  const consentIds = [...new Set(sealed.rows.map(({ version }) => version.consentId))]
  const versions = await versionsOfConsents(scope, consentIds)
  const placed = <T>(page: Page<T>, place: (row: T) => Placed) => ({ ...page, rows: page.rows.map(place) })
  return [
    placed(sealed, (found) => ({
      ...{ id: found.version.id, at: found.version.createdAt },
      resource: documentResource(found, versions, address),
    })),
    placed(await searchScans(scope, wanted), (found) => ({
      ...{ id: found.id, at: found.at },
      resource: scanResource(found, address),
    })),
    placed(await searchPictures(scope, wanted), (found) => ({
      ...{ id: found.id, at: found.at },
      resource: pictureResource(found, address),
    })),
  ]
}
