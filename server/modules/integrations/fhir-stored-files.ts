import type { IntegrationScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { documentFileName, findVersionFileName } from '../documents/index.ts'
import { readScanFile, scanDownloadName } from '../paper/index.ts'
import { openPicture, pictureName } from '../pictures/index.ts'
import { pictureResource, scanResource } from './fhir-file-resources.ts'
import { findFrozenPicture, findScan, searchPictures, searchScans } from './fhir-file-store.ts'
import type { Page } from './fhir-paging.ts'
import { documentResource } from './fhir-resources.ts'
import { findDocument, searchDocuments, listVersionsOfConsents, type FhirSearch } from './fhir-store.ts'

type OpenedFile = { stream: NodeJS.ReadableStream; bytes: number }

/** A file that is kept of a consent, whatever it is: what it says of itself, and its bytes. */
type StoredFile = {
  consentId: string
  sha256: string
  type: string
  name(scope: IntegrationScope): Promise<string>
  resource(address: string): Promise<object>
  open(files: Files): () => Promise<OpenedFile>
}

async function findSealedDocument(scope: IntegrationScope, id: string): Promise<StoredFile | undefined> {
  const found = await findDocument(scope, id)
  if (!found) return undefined
  const { version } = found
  const { consentId, sha256 } = version
  return {
    ...{ consentId, sha256, type: 'application/pdf' },
    name: () => findVersionFileName(scope, version),
    resource: async (address) =>
      documentResource(found, await listVersionsOfConsents(scope, [consentId]), address),
    open: (files) => async () => {
      const file = await files.read(documentFileName(sha256))
      if (!file) throw new Error('A sealed document is missing from the file store')
      return file
    },
  }
}

/** One of the files that are kept of consents which were asked for: a sealed document, a scan or a picture. */
export async function findStoredFile(scope: IntegrationScope, id: string): Promise<StoredFile | undefined> {
  const sealed = await findSealedDocument(scope, id)
  if (sealed) return sealed
  const scan = await findScan(scope, id)
  if (scan) {
    const { found, kept } = scan
    const { consentId, sha256, type } = found
    return {
      ...{ consentId, sha256, type },
      name: async () => scanDownloadName(found),
      resource: async (address) => scanResource(found, address),
      open: (files) => readScanFile(files, kept),
    }
  }
  const picture = await findFrozenPicture(scope, id)
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

type SearchHit = { id: string; at: Date; resource: object }

/** What a search finds of each kind, as resources; each page holds as many as are wanted of all together. */
export async function searchStoredFiles(
  scope: IntegrationScope,
  wanted: FhirSearch,
  address: string,
): Promise<Page<SearchHit>[]> {
  const sealed = await searchDocuments(scope, wanted)
  const consentIds = [...new Set(sealed.rows.map(({ version }) => version.consentId))]
  const versions = await listVersionsOfConsents(scope, consentIds)
  const placed = <T>(page: Page<T>, place: (row: T) => SearchHit) => ({ ...page, rows: page.rows.map(place) })
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
