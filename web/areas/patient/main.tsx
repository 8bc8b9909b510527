import { createRoot, hydrateRoot } from 'react-dom/client'
import { provideRandomUuid } from '../../ui/plain/random-uuid.ts'
import './patient-area.css'
import { PatientApp } from './patient-app.tsx'
import { readPatientPath } from './patient-paths.ts'
import { pageWords } from './page-words.ts'
import { flushEffectsPromptly } from '../../flush-effects.ts'
import { registerPatientWorker } from './worker-registration.ts'

provideRandomUuid()
flushEffectsPromptly()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root to draw in')

const { pathname } = location
const kind = readPatientPath(pathname)?.kind
const app = <PatientApp pathname={pathname} words={pageWords} />

// The HTML as sent holds the birth-date page, which is the first page of links only. The form that anybody may try has
// a beginning of its own, in a part that no patient fetches.
if (kind === 'trial') void import('./trial-app.tsx').then(({ startTrial }) => startTrial(root, pageWords))
else if (kind === 'link') hydrateRoot(root, app)
else createRoot(root).render(app)

registerPatientWorker(pathname)
