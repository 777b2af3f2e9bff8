const position = { latitude: 54.41, longitude: 10.32 }

/** What the page says about the verb of the course that the server calls. */
export const coursePluginDescriptions = {
  'course/compute': {
    notes: [
      'A value that is not known is absent, in the question and in the answer: never zero, never `null`. Each number must be that of the great circle or of the rhumb line, or between the two.',
    ],
    meanings: {
      position: 'position of the boat',
      origin: 'start of the leg',
      waypoint: 'end of the leg',
    },
    params: {
      position,
      origin: { latitude: 54.4, longitude: 10.2 },
      waypoint: { latitude: 54.45, longitude: 10.6 },
      speedOverGround: 3.1,
      courseOverGround: 1.33,
      deadline: 0.4,
    },
    result: {
      bearing: 1.327,
      distance: 18_655,
      legBearing: 1.359,
      trackBearing: 1.361,
      crossTrack: 513,
      velocityMadeGood: 3.1,
      timeToGo: 6_018,
    },
  },
}

/** What the page says about the verb of the course that a plugin calls. */
export const courseServerDescriptions = {
  'course/offer': {
    notes: [
      'The manifest’s `provides` must name `course`. The server asks nothing until an owner chooses the plugin.',
    ],
    params: {},
    result: {},
  },
}
