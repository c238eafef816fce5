// Before the first paint: the light or dark that was chosen by hand, so that nothing flashes.
try {
  const theme = JSON.parse(localStorage.getItem("paddock.settings") || "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's choice holds.
}
