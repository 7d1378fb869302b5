declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: Vite exports the class names this way.
  export default classes
}
declare module '*.css' {}
