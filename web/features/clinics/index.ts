export {
  ClinicChoicesProvider,
  useOfferedLanguages,
  usualChoices,
  useToothNotation,
  type ClinicChoices,
} from './clinic-choices.tsx'
export { forgetClinicRecord, loadClinicRecord } from './clinic-record.ts'
