declare module '*.json?entry' {
  type Entry = import('../../features/signing/index.ts').EntryWords
  export const locale: Entry['locale']
  export const dir: Entry['dir']
  export const shell: import('../../../build/content/types.d.ts').Words['shell']
  export const page: Entry['page']
  export const birthDate: Entry['birthDate']
  export const trouble: Entry['trouble']
  export const summary: Entry['summary']
  export const reading: Entry['reading']
}
