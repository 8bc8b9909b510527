/** The practice whose pages are open; none in the portal and on public pages. */
let practice: string | null = null

/** Names the practice in the titles of pages from now on; its layout knows it before a page is drawn. */
export const setTitlePractice = (name: string | null): void => {
  practice = name
}

/** What a window is called: the page, the practice where one is open, the product. */
export const windowTitle = (title: string, product: string): string =>
  [title, practice, product].filter((part) => part !== null).join(' – ')
