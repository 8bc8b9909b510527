import { useNavigate, useSearchParams } from 'react-router'

/** The address of a list, and the way to another search, filter or order of it. */
export function useListAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return {
    params,
    onQuery: (query: string) => void navigate(query, { replace: true, preventScrollReset: true }),
  }
}
