import { createContext, useContext } from 'react'
import type { Feature } from '../../../contract/features.ts'
import { languageTags } from '../../../contract/languages.ts'
import type { Api } from '../../api.ts'

/** What a practice chose for every screen of its people. */
export type ClinicChoices = Pick<
  Awaited<ReturnType<Api['clinics']['get']>>,
  'toothNotation' | 'languages' | 'featuresOff'
>

/** What holds until a practice has chosen, and where its record could not be read. */
export const usualChoices: ClinicChoices = {
  toothNotation: 'names',
  languages: languageTags,
  featuresOff: [],
}

const ClinicChoicesContext = createContext<ClinicChoices>(usualChoices)

/** Tells everything below what the practice chose; stands in the clinic's layout. */
export const ClinicChoicesProvider = ClinicChoicesContext.Provider

/** How the practice names teeth to its own people. */
export const useToothNotation = () => useContext(ClinicChoicesContext).toothNotation

/** In which languages besides English the practice offers its forms. */
export const useOfferedLanguages = () => useContext(ClinicChoicesContext).languages

/** Whether whoever runs the platform has switched this off for the practice. */
export const useIsOff = (feature: Feature) => useContext(ClinicChoicesContext).featuresOff.includes(feature)
