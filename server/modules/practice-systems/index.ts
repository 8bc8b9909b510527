export type { GrantSettings } from './practice-system-grants.ts'
