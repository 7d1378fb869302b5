declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the class names.
  export default classes
}
declare module '*.css' {}
