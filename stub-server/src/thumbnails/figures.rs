//! What can stand in the picture. Every figure is drawn in metres around its foot and scaled by its
//! distance; the far ones are painted first.

use std::fmt::Write as _;

/// A thing in the room.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// A round concrete column from floor to ceiling.
    Column,
    /// A worker with a helmet.
    Worker,
    /// A worker without.
    BareWorker,
    /// A leaning ladder.
    Ladder,
    /// Scaffolding, two lifts.
    Scaffold,
    /// An edge with the drop behind it.
    OpenEdge,
    /// A wall with a crack.
    Crack,
    /// Water on the floor and drops above.
    Puddle,
    /// Starter bars.
    Rebar,
    /// A fire extinguisher on a post.
    Extinguisher,
    /// A loaded pallet.
    Pallet,
    /// A stack of boards.
    Boards,
    /// Props under a formwork beam.
    Props,
    /// A stud wall, half boarded.
    Studs,
    /// A duct below the ceiling.
    Duct,
}

/// Places figures in perspective.
pub struct Painter {
    vanish: (f64, f64),
    height: f64,
    figures: Vec<(Figure, f64, f64)>,
}

impl Painter {
    /// A painter for a picture of this height and vanishing point.
    pub fn new(vanish: (f64, f64), height: f64) -> Self {
        Self {
            vanish,
            height,
            figures: Vec::new(),
        }
    }

    /// Puts a figure on the floor.
    pub fn add(&mut self, figure: Figure, x: f64, depth: f64) {
        self.figures.push((figure, x, depth));
    }

    /// Everything, from far to near.
    pub fn finish(mut self) -> String {
        self.figures.sort_by(|a, b| b.2.total_cmp(&a.2));
        let mut out = String::new();
        for (figure, x, depth) in &self.figures {
            let nearness = 1.0 - 0.78 * depth;
            let foot = self.vanish.1 + (self.height * 1.02 - self.vanish.1) * nearness;
            let across = self.vanish.0 + x * 150.0 * nearness;
            // A worker of 1.75 m is a little taller than the way from the floor to the eye at 1.6 m.
            let metre = (foot - self.vanish.1) / 1.6;
            let _ = write!(
                out,
                "<g transform=\"translate({across:.1} {foot:.1}) scale({metre:.2})\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
                shape(*figure),
            );
        }
        out
    }
}

const SHADOW: &str = "<ellipse cy=\"-.01\" rx=\".42\" ry=\".07\" fill=\"#000\" opacity=\".28\"/>";

fn shape(figure: Figure) -> String {
    match figure {
        Figure::Worker => worker(
            "<path d=\"M-.15 -1.62a.15 .16 0 0 1 .3 0Z\" fill=\"#f5b719\"/>\
             <path d=\"M-.19 -1.62H.2\" stroke=\"#d99a0b\" stroke-width=\".035\"/>",
        ),
        Figure::BareWorker => worker(
            "<path d=\"M-.125 -1.58a.125 .14 0 0 1 .25 -.02q-.06 -.06 -.13 -.05t-.12 .07Z\" fill=\"#3b2a20\"/>",
        ),
        Figure::Column => "<ellipse cy=\"0\" rx=\".42\" ry=\".08\" fill=\"#000\" opacity=\".25\"/>\
             <rect x=\"-.28\" y=\"-3.3\" width=\".56\" height=\"3.3\" fill=\"#b9b5ab\"/>\
             <rect x=\"-.28\" y=\"-3.3\" width=\".17\" height=\"3.3\" fill=\"#d3cfc5\"/>\
             <rect x=\".12\" y=\"-3.3\" width=\".16\" height=\"3.3\" fill=\"#8f8b82\"/>"
            .to_owned(),
        Figure::Ladder => ladder(),
        Figure::Scaffold => scaffold(),
        Figure::OpenEdge => "<path d=\"M-1.7 0L1.7 0L1.3 -.42L-1.35 -.42Z\" fill=\"#20262c\"/>\
             <path d=\"M-1.7 0L1.7 0v.1H-1.7Z\" fill=\"#d9d4c8\"/>\
             <path d=\"M-1.45 -.05V-1.05M1.45 -.05V-1.05\" stroke=\"#c8402f\" stroke-width=\".07\"/>\
             <path d=\"M-1.45 -.95Q-.2 -.45 .35 -.1\" stroke=\"#f3f1ea\" stroke-width=\".05\" fill=\"none\"/>\
             <path d=\"M-1.45 -.95Q-.2 -.45 .35 -.1\" stroke=\"#d5402b\" stroke-width=\".05\" fill=\"none\" stroke-dasharray=\".12 .14\"/>"
            .to_owned(),
        Figure::Crack => "<rect x=\"-1.25\" y=\"-2.3\" width=\"2.5\" height=\"2.3\" fill=\"#c4c0b6\"/>\
             <path d=\"M-1.25 -2.3h2.5l-.1 .1H-1.15V0h-.1Z\" fill=\"#dcd8ce\"/>\
             <path d=\"M-.7 -2.2L-.45 -1.75L-.52 -1.5L-.12 -1.12L-.16 -.9L.3 -.5L.32 -.25L.6 0\" fill=\"none\" stroke=\"#2b2a28\" stroke-width=\".05\"/>\
             <path d=\"M-.12 -1.12L.2 -1.2L.36 -1.38\" fill=\"none\" stroke=\"#2b2a28\" stroke-width=\".03\"/>\
             <ellipse cx=\"-.05\" cy=\"-1.05\" rx=\".62\" ry=\".5\" fill=\"none\" stroke=\"#3f7fbf\" stroke-width=\".035\" stroke-dasharray=\".1 .07\"/>"
            .to_owned(),
        Figure::Puddle => "<ellipse rx=\"1.25\" ry=\".26\" fill=\"#4c7fa3\" opacity=\".8\"/>\
             <ellipse cx=\"-.2\" cy=\"-.05\" rx=\".7\" ry=\".1\" fill=\"#b9d9ea\" opacity=\".8\"/>\
             <path d=\"M-2 -2.5H2\" stroke=\"#6d7d88\" stroke-width=\".2\"/><path d=\"M-.12 -2.62v.24h.34v-.24Z\" fill=\"#44525c\"/>\
             <path d=\"M.05 -2.3v.42M.05 -1.7v.3M.05 -1.2v.24M.05 -.7v.3\" stroke=\"#8ec3e2\" stroke-width=\".055\"/>"
            .to_owned(),
        Figure::Rebar => "<path d=\"M-.6 0h1.2v-.24h-1.2Z\" fill=\"#a6a197\"/>\
             <path d=\"M-.48 -.2V-1.25M-.24 -.2V-1.4M0 -.2V-1.32M.24 -.2V-1.45M.48 -.2V-1.2\" stroke=\"#8a4526\" stroke-width=\".06\"/>\
             <path d=\"M-.52 -.6H.52M-.52 -.95H.52\" stroke=\"#a9603c\" stroke-width=\".035\"/>"
            .to_owned(),
        Figure::Extinguisher => "<rect x=\"-.5\" y=\"-1.9\" width=\"1\" height=\"1.9\" fill=\"#d8d5cc\"/>\
             <rect x=\"-.16\" y=\"-1.75\" width=\".32\" height=\".32\" fill=\"#c7281f\"/>\
             <path d=\"M0 -1.7l.09 .17h-.18Z\" fill=\"#fff\"/>\
             <rect x=\"-.13\" y=\"-1.2\" width=\".26\" height=\".62\" rx=\".1\" fill=\"#cf2e24\"/>\
             <path d=\"M-.05 -1.2v-.1h.16l.1 .12M.12 -1.22q.2 .2 .04 .5\" stroke=\"#1f1f1f\" stroke-width=\".045\" fill=\"none\"/>"
            .to_owned(),
        Figure::Pallet => "<ellipse rx=\".85\" ry=\".1\" fill=\"#000\" opacity=\".25\"/>\
             <path d=\"M-.75 0v-.14h1.5V0h-.14v-.06h-.5V0h-.24v-.06h-.5V0Z\" fill=\"#8d6a43\"/>\
             <rect x=\"-.7\" y=\"-.86\" width=\"1.4\" height=\".72\" fill=\"#c5ab86\"/>\
             <path d=\"M-.7 -.86l.2 -.16h1.4l-.2 .16Z\" fill=\"#dcc6a4\"/><path d=\"M.7 -.86l.2 -.16v.7l-.2 .18Z\" fill=\"#a38963\"/>\
             <path d=\"M-.7 -.62h1.4M-.7 -.38h1.4M-.35 -.86v.72M0 -.86v.72M.35 -.86v.72\" stroke=\"#8f7650\" stroke-width=\".025\"/>"
            .to_owned(),
        Figure::Boards => "<ellipse rx=\".8\" ry=\".08\" fill=\"#000\" opacity=\".25\"/>\
             <path d=\"M-.75 0h1.5v-.09h-1.5ZM-.7 -.11h1.42v-.09h-1.42ZM-.74 -.22h1.4v-.09h-1.4Z\" fill=\"#b98a52\"/>\
             <path d=\"M-.74 -.31l.22 -.14h1.4l-.22 .14Z\" fill=\"#d8ad75\"/>"
            .to_owned(),
        Figure::Props => "<path d=\"M-.7 0V-2.6M0 0V-2.6M.7 0V-2.6\" stroke=\"#c14b2f\" stroke-width=\".08\"/>\
             <path d=\"M-.82 0h.24M-.12 0h.24M.58 0h.24M-.7 -1.2h.14M0 -1.2h.14M.7 -1.2h.14\" stroke=\"#6b7075\" stroke-width=\".07\"/>\
             <rect x=\"-1.15\" y=\"-2.82\" width=\"2.3\" height=\".22\" fill=\"#e0b23c\"/>\
             <rect x=\"-1.25\" y=\"-2.95\" width=\"2.5\" height=\".14\" fill=\"#8a6740\"/>"
            .to_owned(),
        Figure::Studs => "<rect x=\"-1.4\" y=\"-2.6\" width=\"1.25\" height=\"2.6\" fill=\"#ded9cf\"/>\
             <path d=\"M-.78 -2.6V0M-1.4 -1.3h1.25\" stroke=\"#bcb6a8\" stroke-width=\".03\"/>\
             <path d=\"M-.15 -2.6V0M.3 -2.6V0M.75 -2.6V0M1.2 -2.6V0\" stroke=\"#aeb6bc\" stroke-width=\".09\"/>\
             <path d=\"M-1.4 -2.6H1.25M-1.4 0H1.25\" stroke=\"#8d969d\" stroke-width=\".09\"/>"
            .to_owned(),
        Figure::Duct => "<path d=\"M-2.2 -2.75h4.4v.5h-4.4Z\" fill=\"#b4bcc2\"/>\
             <path d=\"M-2.2 -2.75h4.4v.14h-4.4Z\" fill=\"#dde3e7\"/><path d=\"M-2.2 -2.34h4.4v.09h-4.4Z\" fill=\"#7f888f\"/>\
             <path d=\"M-1.4 -2.75v.5M-.4 -2.75v.5M.6 -2.75v.5M1.6 -2.75v.5\" stroke=\"#6f787f\" stroke-width=\".05\"/>\
             <path d=\"M-1.1 -2.75v-.5M.9 -2.75v-.5\" stroke=\"#555c62\" stroke-width=\".035\"/>\
             <path d=\"M-2.2 -2.05H2.2\" stroke=\"#b5402e\" stroke-width=\".07\"/>"
            .to_owned(),
    }
}

fn worker(head: &str) -> String {
    format!(
        "{SHADOW}<path d=\"M-.1 -.86L-.13 -.06M.1 -.86L.16 -.06\" stroke=\"#33465c\" stroke-width=\".17\"/>\
         <path d=\"M-.22 -.03h.16M.1 -.03h.17\" stroke=\"#2a2320\" stroke-width=\".09\"/>\
         <path d=\"M-.2 -1.3L-.3 -.92L-.12 -.8M.2 -1.3L.34 -1L.5 -1.06\" stroke=\"#4d5d6e\" stroke-width=\".11\" fill=\"none\"/>\
         <path d=\"M-.23 -1.38Q0 -1.48 .23 -1.38L.2 -.82H-.2Z\" fill=\"#f26b1d\"/>\
         <path d=\"M-.21 -1.02H.21M-.1 -1.42V-.84M.1 -1.42V-.84\" stroke=\"#f7f2c4\" stroke-width=\".05\"/>\
         <circle cy=\"-1.58\" r=\".125\" fill=\"#d9a37c\"/>{head}"
    )
}

fn ladder() -> String {
    let mut rungs = String::new();
    for rung in 1..10 {
        let share = f64::from(rung) / 10.0;
        let (x, y) = (-0.3 + 0.75 * share, -2.9 * share);
        let _ = write!(rungs, "M{x:.2} {y:.2}h.42");
    }
    format!(
        "<ellipse cx=\"-.1\" rx=\".45\" ry=\".07\" fill=\"#000\" opacity=\".25\"/>\
         <path d=\"M-.3 0L.45 -2.9M.12 0L.87 -2.9\" stroke=\"#d8a63a\" stroke-width=\".085\"/>\
         <path d=\"{rungs}\" stroke=\"#b98725\" stroke-width=\".06\"/>"
    )
}

fn scaffold() -> String {
    let mut out = String::new();
    out.push_str(
        "<path d=\"M-1.3 0V-3M0 0V-3M1.3 0V-3\" stroke=\"#8e979e\" stroke-width=\".08\"/>\
         <path d=\"M-1.3 -.1L0 -1.45M0 -1.6L1.3 -2.9\" stroke=\"#a5aeb4\" stroke-width=\".05\"/>",
    );
    for y in [-1.5, -2.9] {
        let _ = write!(
            out,
            "<rect x=\"-1.45\" y=\"{y}\" width=\"2.9\" height=\".13\" fill=\"#b98a52\"/>\
             <path d=\"M-1.4 {0:.2}H1.4M-1.4 {1:.2}H1.4\" stroke=\"#c9cfd3\" stroke-width=\".05\"/>",
            y - 0.5,
            y - 1.0,
        );
    }
    out
}
