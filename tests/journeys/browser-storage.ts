import type { Page } from '@playwright/test'

type StorageEntries = Readonly<Record<string, string>>
type StorageArea = 'localStorage' | 'sessionStorage'

const readStorage = (page: Page, place: StorageArea): Promise<StorageEntries> =>
  page.evaluate<StorageEntries>(`({ ...${place} })`)
const bytes = (text: string) => Buffer.from(text, 'base64')

/** What this browser holds sealed of the patient of a consent, by name: opened with the key that their proof is given. */
export async function decryptDrafts(
  phone: Page,
  consentId: string,
  place: StorageArea,
): Promise<StorageEntries> {
  const answer = await phone.request.get(`/api/patient/consents/${consentId}/draft-key`)
  const { owner, key } = (await answer.json()) as { owner: string; key: string }
  const raw = Buffer.from(key, 'base64url')
  const opener = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  const sealed = Object.entries(await readStorage(phone, place)).filter(([slot]) =>
    slot.includes(`.${owner}.`),
  )
  const opened = await Promise.all(
    sealed.map(async ([slot, value]) => {
      const [, iv = '', words = ''] = value.split('.')
      const how = { name: 'AES-GCM', iv: bytes(iv), additionalData: Buffer.from(slot) }
      const text = await crypto.subtle.decrypt(how, opener, bytes(words))
      return JSON.parse(Buffer.from(text).toString()) as [string, string]
    }),
  )
  return Object.fromEntries(opened)
}

/** How many texts stand sealed in the browser, in the tab's storage and the device's. */
export const countEncryptedDrafts = (page: Page): Promise<number> =>
  page.evaluate<number>(
    '[...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((slot) => /^candour\\.(draft|begun|outbox)\\./.test(slot)).length',
  )

/** Every word that a browser holds of this site: storages, databases, caches and the cookies that scripts may read. */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const found = [document.cookie, location.href, { ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store)
        found.push(name, store, await done(all.getAllKeys()), await done(all.getAll()))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.push(request.url, await (await cache.match(request)).text())
      }
    }
    return JSON.stringify(found)
  })()`)
