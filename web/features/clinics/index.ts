export { loadClinicName } from './clinic-record.ts'
