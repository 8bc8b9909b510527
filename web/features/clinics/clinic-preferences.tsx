import { createContext, useContext } from 'react'
import type { Feature } from '../../../contract/features.ts'
import { languageTags } from '../../../contract/languages.ts'
import type { Api } from '../../api.ts'

/** What a practice chose for every screen of its people. */
export type ClinicPreferences = Pick<
  Awaited<ReturnType<Api['clinics']['get']>>,
  'toothNotation' | 'languages' | 'featuresOff'
>

/** What holds until a practice has chosen, and where its record could not be read. */
export const defaultPreferences: ClinicPreferences = {
  toothNotation: 'names',
  languages: languageTags,
  featuresOff: [],
}

const ClinicPreferencesContext = createContext<ClinicPreferences>(defaultPreferences)

/** Tells everything below what the practice chose; stands in the clinic's layout. */
export const ClinicPreferencesProvider = ClinicPreferencesContext.Provider

/** How the practice names teeth to its own people. */
export const useToothNotation = () => useContext(ClinicPreferencesContext).toothNotation

/** In which languages besides English the practice offers its forms. */
export const useOfferedLanguages = () => useContext(ClinicPreferencesContext).languages

/** Whether whoever runs the platform has switched this off for the practice. */
export const useIsFeatureDisabled = (feature: Feature) =>
  useContext(ClinicPreferencesContext).featuresOff.includes(feature)
