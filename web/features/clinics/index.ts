export {
  ClinicPreferencesProvider,
  useIsFeatureDisabled,
  useOfferedLanguages,
  defaultPreferences,
  useToothNotation,
  type ClinicPreferences,
} from './clinic-preferences.tsx'
export { invalidateClinicRecord, loadClinicRecord } from './clinic-record.ts'
export { TimeZoneField } from './time-zone-field.tsx'
export { deviceTimeZone } from './time-zone-options.ts'
export { BrandingPanel } from './branding-panel.tsx'
export { BrandPreview } from './brand-preview.tsx'
