import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'

type UndoStartButtonProps = {
  /** The server takes it back until then. */
  until: string
  onUndo: () => void
}

/** Takes back that treatment was started by mistake; gone once that is over. */
export function UndoStartButton({ until, onUndo }: UndoStartButtonProps) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (isOver) return null
  return (
    <Button variant="quiet" size="small" icon={Undo2} onClick={onUndo}>
      Undo start
    </Button>
  )
}
