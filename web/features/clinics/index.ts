export {
  ClinicPreferencesProvider,
  useIsFeatureDisabled,
  useOfferedLanguages,
  defaultPreferences,
  useToothNotation,
  type ClinicPreferences,
} from './clinic-preferences.tsx'
export { invalidateClinicRecord, loadClinicRecord } from './clinic-record.ts'
export { timeZoneOptions } from './time-zone-options.ts'
