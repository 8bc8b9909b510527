export { SmartAppList } from './smart-app-list.tsx'
export type { SmartApp } from './smart-app-words.ts'
