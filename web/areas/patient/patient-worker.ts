/*
 * Keeps the patient pages' own files, so that a link opened once opens again without a connection. Nothing about a
 * patient is ever kept: answers of the API do not pass through here.
 */

/** Filled in by the build: the hashed files of the pages, and a name for this set of them. */
declare const SHELL_FILES: string[]
/** The words of other languages, and their letters: kept once somebody has read in them. */
declare const LANGUAGE_FILES: string[]
declare const SHELL_VERSION: string

type ExtendableWorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchWorkerEvent = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type WorkerScope = {
  registration: { scope: string }
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableWorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchWorkerEvent) => void): void
}
const worker = globalThis as unknown as WorkerScope

const scope = new URL(worker.registration.scope).pathname
const cacheName = `candour${scope}${SHELL_VERSION}`
/** An address of this prefix that is nobody's link: every address answers with the same page. */
const shellUrl = `${scope}shell`

async function install() {
  const cache = await caches.open(cacheName)
  await cache.addAll([shellUrl, ...SHELL_FILES])
  await worker.skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(`candour${scope}`) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function respondWithPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await caches.match(shellUrl)
    if (cached) return cached
    throw error
  }
}

const respondWithFile = async (request: Request) => (await caches.match(request.url)) ?? fetch(request)

async function respondWithWords(request: Request): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (origin !== location.origin) return
  if (event.request.mode === 'navigate' && pathname.startsWith(scope))
    event.respondWith(respondWithPage(event.request))
  else if (SHELL_FILES.includes(pathname)) event.respondWith(respondWithFile(event.request))
  else if (LANGUAGE_FILES.includes(pathname)) event.respondWith(respondWithWords(event.request))
})
