import shipped from '../../../build/content/patient-factors.json' with { type: 'json' }
import type { LibraryFactorBook } from '../../../build/content/types.d.ts'

/** What is asked of patients and what follows from it; the build has checked it against this type. */
export const book = shipped as LibraryFactorBook
