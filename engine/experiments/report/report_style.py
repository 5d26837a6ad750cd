"""The look of report.html."""

STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2126; --faint: #5b636d; --line: #dfe3e8;
  --own: #fff3ea; --note: #fdf6d8; --link: #0062a3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191d; --ink: #e8eaed; --faint: #a2aab4; --line: #30363d; --own: #2c221a; --note: #33301c;
    --link: #6cb6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
p, ul { max-width: 46rem; }
li { margin: .25rem 0; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.08rem; margin: 0 0 .5rem; }
a { color: var(--link); }
nav { font-size: .92rem; margin: 1.25rem 0; max-width: 46rem; }
.note { background: var(--note); padding: .75rem 1rem; border-radius: 6px; max-width: 46rem; margin: 1rem 0; }
.note ul { margin: .5rem 0 0; padding-left: 1.25rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
.dense table { font-size: .8rem; }
.dense th, .dense td { padding: .28rem .5rem; }
table { border-collapse: collapse; font-size: .9rem; line-height: 1.35; }
caption { text-align: left; color: var(--faint); padding-bottom: .5rem; max-width: 46rem; }
th, td { padding: .35rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--faint); font-weight: 600; border-bottom-width: 2px; vertical-align: bottom; }
tbody th { font-weight: 500; white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.own th, .own td { background: var(--own); }
small { color: var(--faint); font-size: .85em; }
figure { margin: 0 0 2.75rem; }
figure img { max-width: 100%; height: auto; display: block; }
figcaption { max-width: 46rem; margin-top: .6rem; font-size: .95rem; }
.file { color: var(--faint); font-size: .88em; white-space: nowrap; }
details { margin: .4rem 0; }
summary { cursor: pointer; font-weight: 500; }
@media print { main { max-width: none; padding: 0; } figure { break-inside: avoid; } }
"""
