import { useEffect } from 'react'

const poll_interval_ms = 3000
/** For so long after somebody comes back from Stripe's pages, what they did there may still be on its way. */
const polls_max = 20

type Return = {
  /** How somebody came back from paying. */
  paid: 'yes' | 'no' | null
  /** Stripe has told of what they paid for: until then the page asks again. */
  isTold: boolean
}

/** Reads the address of a page that somebody comes back to from Stripe. */
export function paidIn(params: URLSearchParams): Return['paid'] {
  const result = params.get('paid')
  return result === 'yes' || result === 'no' ? result : null
}

type Awaited = Return & {
  /** Something else that Stripe tells of within moments, if it does at all. */
  isChanging: boolean
  revalidate: () => Promise<void>
}

/** Loads a page again and again while Stripe has not told of what was done there. */
export function usePaymentPolling({ paid, isTold, isChanging, revalidate }: Awaited): void {
  const isAwaited = paid === 'yes' && !isTold
  const isWaiting = isAwaited || isChanging
  useEffect(() => {
    if (!isWaiting) return
    let left = polls_max
    const timer = setInterval(() => {
      if (!isAwaited && --left === 0) clearInterval(timer)
      void revalidate()
    }, poll_interval_ms)
    return () => clearInterval(timer)
  }, [isWaiting, isAwaited, revalidate])
}
