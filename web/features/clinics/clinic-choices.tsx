import { createContext, useContext } from 'react'
import { languageTags } from '../../../contract/languages.ts'
import type { Api } from '../../api.ts'

/** What a practice chose for every screen of its people. */
export type ClinicChoices = Pick<Awaited<ReturnType<Api['clinics']['get']>>, 'toothNotation' | 'languages'>

/** What holds until a practice has chosen, and where its record could not be read. */
export const usualChoices: ClinicChoices = { toothNotation: 'names', languages: languageTags }

const ClinicChoicesContext = createContext<ClinicChoices>(usualChoices)

/** Tells everything below what the practice chose; stands in the clinic's layout. */
export const ClinicChoicesProvider = ClinicChoicesContext.Provider

/** How the practice names teeth to its own people. */
export const useToothNotation = () => useContext(ClinicChoicesContext).toothNotation

/** In which languages besides English the practice offers its forms. */
export const useOfferedLanguages = () => useContext(ClinicChoicesContext).languages
