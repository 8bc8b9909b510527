export { nameOfInspectionPack } from './inspection-pack-store.ts'
