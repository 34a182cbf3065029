'use client'

import { useEffect, useState } from 'react'
import { stayWhileOffline, useOnline } from '@/components/browser/connection'

/** How long the news that the connection is back stays. */
const NEWS_MS = 6000

/** Says on every page of the dashboard when the network is gone and when it is back, and keeps the page meanwhile. */
export function ConnectionBand() {
  const isOnline = useOnline()
  const [isNews, setNews] = useState(false)
  const [isHeld, setHeld] = useState(false)
  // Said here rather than in a toast, whose code may not be loaded yet.
  useEffect(() => stayWhileOffline(() => setHeld(true)), [])
  useEffect(() => {
    if (isOnline) return
    return () => {
      setNews(true)
      setHeld(false)
    }
  }, [isOnline])
  useEffect(() => {
    if (!isNews || !isOnline) return
    const timer = setTimeout(() => setNews(false), NEWS_MS)
    return () => clearTimeout(timer)
  }, [isNews, isOnline])
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-b bg-warning-soft px-4 py-1.5 text-center text-[0.8125rem] text-warning">
          {isHeld
            ? 'You’re offline. This opens when the connection is back; nothing you typed is lost.'
            : 'You’re offline. Nothing you typed is lost; what you see may be out of date.'}
        </p>
      )}
      {isOnline && isNews && (
        <p className="border-b bg-success-soft px-4 py-1.5 text-center text-[0.8125rem] text-success">
          You’re back online
        </p>
      )}
    </div>
  )
}
