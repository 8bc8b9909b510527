/** How a list of deliveries or documents is narrowed, kept in the page's address. */
export type ListFilter = {
  status: string | undefined
  onStatus: (status: string) => void
  hrefOfPage: (page: number) => string
}

export const statusOptions = [
  { value: '', label: 'Any state' },
  { value: 'queued', label: 'Sending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
]
