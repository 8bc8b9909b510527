export {
  ClinicChoicesProvider,
  useIsOff,
  useOfferedLanguages,
  usualChoices,
  useToothNotation,
  type ClinicChoices,
} from './clinic-choices.tsx'
export { forgetClinicRecord, loadClinicRecord } from './clinic-record.ts'
export { timeZoneOptions } from './time-zone-options.ts'
