import styles from './states.module.css'

const tiles = Array.from({ length: 8 }, (_, i) => i)

/** The shape of a page while it loads. Like `Loading` it appears after a short delay. */
export function PageSkeleton() {
  return (
    <div role="status" className={`skeleton-page ${styles.delayed}`}>
      <span className="visually-hidden">Loading the page…</span>
      <div className="skeleton-line" />
      <div className="skeleton-tiles">
        {tiles.map((tile) => (
          <div key={tile} className="skeleton-tile" />
        ))}
      </div>
    </div>
  )
}
